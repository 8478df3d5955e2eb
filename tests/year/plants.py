"""Twenty bugs that are planted one by one, to see whether the auditor finds them: (name, what is wrong, file, text, what stands there instead).

Each is something that could have been written: the build has no complaint. tests/year/plant has them tried, test_plants sees that they still fit.
Found, with forty people, in which of the weeks 1, 2, 3... of one seed each, and by which check:

| bug              | week | by                                                                                     |
|------------------|------|----------------------------------------------------------------------------------------|
| early-answer     | 2    | lost: a move that was told is another after the database was killed                     |
| vacation         | 1    | deadline                                                                               |
| summer-time      | 1    | deadline                                                                               |
| bank             | 1    | deadline                                                                               |
| excuse           | 1    | deadline: it was up, and nothing has come of it                                        |
| misses           | 1    | early: the seat was opened, and its player had moved                                   |
| draft            | 1    | lost, doubled                                                                          |
| retry-key        | 1    | doubled: a table, a line                                                               |
| left             | 1    | stands still                                                                           |
| kept-table       | 1    | stands still: whoever plays is awaited and can do nothing                              |
| money            | 1    | secret                                                                                 |
| events           | 1    | secret                                                                                 |
| plan             | 1    | secret                                                                                 |
| last-seat        | 1    | letter missing                                                                         |
| utc-letters      | 1    | letter: the time it tells                                                              |
| no-grace         | 1    | deadline, letter                                                                       |
| joined-letter    | 1    | player: the worker sends the same letter for ever, and what is due is never done        |
| other-rest       | 1    | deadline                                                                               |
| return           | 1    | deadline: awaited without one                                                          |
| absence          | 1    | ending: others played                                                                  |
"""
PLANTS = (
    ("early-answer", "a move is acknowledged before it is on the disk: a database that is killed forgets it",
     "cgi/store/conn.c", '" -c plan_cache_mode=force_generic_plan', '" -c synchronous_commit=off -c plan_cache_mode=force_generic_plan'),
    ("vacation", "a vacation does not stop the clock",
     "cgi/base/rest.c", "return (struct stretch){true, rest->vacation[i].ends};", "return (struct stretch){false, rest->vacation[i].ends};"),
    ("summer-time", "the night in which summer time begins ends by the time before it",
     "cgi/base/rest.c", "int64_t ends = zone_last(calendar->zone, start + length) * SECOND;",
     "int64_t ends = (start + length - zone_offset(calendar->zone, start - period)) * SECOND;"),
    ("bank", "time that is saved has no upper limit",
     "cgi/base/seat_clock.c", "bank = at_most(bank + pace->add * SECOND, cap);", "bank = bank + pace->add * SECOND;"),
    ("excuse", "each miss is excused, not the first only",
     "cgi/play/play_steward.c", "row->excused = true;", "row->excused = false;"),
    ("misses", "misses are counted together, also when the player has moved between them: the seat goes to a bot",
     "cgi/play/play_turn.c", "game->seat[turn->seat].missed = 0;", "game->seat[turn->seat].missed += 0;"),
    ("draft", "of the steps that are drafted the first alone is kept",
     "sql/queries/play.sql", "ON CONFLICT (game, person) DO UPDATE SET ply = excluded.ply, steps = excluded.steps, at = now();",
     "ON CONFLICT (game, person) DO UPDATE SET ply = excluded.ply, at = now();"),
    ("retry-key", "the name of a request is forgotten at once: who asks again has it done twice",
     "sql/queries/api.sql", "WHERE d.at < now() - interval '1 day' OR", "WHERE d.at <= now() OR"),
    ("left", "no bot plays for who has resigned",
     "sql/queries/worker.sql", "OR s.resigned IS NOT NULL) AND g.paused IS NULL\n    AND s.seat IS DISTINCT FROM", ") AND g.paused IS NULL\n    AND s.seat IS DISTINCT FROM"),
    ("kept-table", "the table that is kept is shown for any ply",
     "cgi/play/play_table.c", "game->written, (int64_t)game->ply << 32 | moves}};", "1, moves}};\n    return key;"),
    ("money", "all see what money each player of Genoa has",
     "rules/genoa/view.c", "return seat == seen->viewer || seen->st->options.open_money", "return seat >= 0 || seen->st->options.open_money"),
    ("events", "events tell everybody at the table what is secret to some",
     "rules/engine/verbs.c", "(viewer >= 0 && event->secret_to & SEAT_BIT(viewer));\n    struct json_object *out", "(viewer >= 0 && event->secret_to);\n    struct json_object *out"),
    ("plan", "a table tells its players the plans of the others",
     "sql/queries/game.sql", "FROM plan p WHERE p.game = g.id AND p.seat = me.seat AND p.person = who.id AND me.resigned IS NULL",
     "FROM plan p WHERE p.game = g.id AND me.seat IS NOT NULL AND me.resigned IS NULL"),
    ("last-seat", "who sits last gets no letter when the turn comes",
     "cgi/play/play_head.c", "for (int s = 0; s < game->n_seats; s++) {\n        const struct seat_row *seat = &game->seat[s];\n        if (game->status == GAME_OVER",
     "for (int s = 0; s + 1 < game->n_seats; s++) {\n        const struct seat_row *seat = &game->seat[s];\n        if (game->status == GAME_OVER"),
    ("utc-letters", "letters tell until when one has time by the clock of Greenwich",
     "cgi/mail/letter_asked.c", "words->cat, seat->rest.zone, seat->clock.deadline)", 'words->cat, "UTC", seat->clock.deadline)'),
    ("no-grace", "after an outage only what is up by then gets a grace",
     "cgi/play/play_steward.c", "return left < grace ? grace - left : 0;", "return left <= 0 ? grace - left : 0;"),
    ("joined-letter", "of several notices that go in one letter only the first counts as sent",
     "cgi/work/worker_mail.c", "for (int i = 0; i < d->n_chosen; i++)\n        mark(d, d->chosen[i], fate, note, seconds);",
     "for (int i = 0; i < 1; i++)\n        mark(d, d->chosen[i], fate, note, seconds);"),
    ("other-rest", "who changes the own rest while being awaited keeps the old deadline",
     "cgi/base/seat_clock.c", "        clock->remind = rest_after(is, pace->weekdays, clock->spent_at, to_mark);\n    set_deadline(clock, pace, is);",
     "        clock->remind = rest_after(is, pace->weekdays, clock->spent_at, to_mark);"),
    ("return", "who comes back to a seat is awaited without a clock",
     "cgi/play/play_head.c", "    row->missed = 0;\n    head_clock_fresh(game, seat, now);", "    row->missed = 0;"),
    ("absence", "a game ends for all when one of them resigns",
     "cgi/play/play_head.c", "return resigned > 0 && (stay <= 1 || people == 0);", "return resigned > 0 && (stay <= 9 || people == 0);"),
)
