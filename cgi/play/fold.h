/* A game as a fold over its moves: the rules, the random stream, the hash chain. Shared by playing and proving. */
#ifndef CGI_PLAY_FOLD_H
#define CGI_PLAY_FOLD_H

#include "cgi/store/store.h"
#include "rules/engine/fair.h"

/* Where the moves begin that one seat has made one after the other, up to the newest. */
struct last_turn {
    void *state;                   /* before the first of them */
    int ply, seat;                 /* the ply of that position; NO_SEAT: nobody has moved since the set-up, or since a turn was taken back */
    bool final;                    /* one of them showed something, asked somebody, or drew chance */
};

struct fold {
    const struct rules *rules;
    int n_seats;
    uint8_t key[32];               /* of the random stream */
    uint8_t hash[FAIR_DIGEST_BYTES]; /* chain at `ply` */
    int ply;                       /* -1 before the set-up */
    void *state;                   /* on the arena; after `ply` */
    bool practice;                 /* it begins with `opening`, not with the set-up of the rules */
    const void *opening;
    struct last_turn *turn;        /* NULL: it is not kept, see fold_remember() */
    struct log log;                /* events of the last step */
};

/** fold_rules() - the rules that @game is played by; NULL: ERR_INTERNAL, this program does not have them, or of another revision than the
 *  game's */
const struct rules *fold_rules(const struct game_row *game, struct err *err);

/**
 * fold_init() - @game's rules and key, before the set-up
 * ERR_INTERNAL when this program cannot play it: rules it does not know, or of another revision than the game's; or when the position that
 * a practice table begins with cannot be read.
 */
bool fold_init(struct fold *fold, struct arena *arena, const struct game_row *game, struct err *err);

/** fold_load() - goes to a stored position of @game. ERR_INTERNAL when it cannot be read, or is not sound */
bool fold_load(struct fold *fold, const struct game_row *game, int ply, struct stored stored, struct err *err);

/** fold_setup() - deals the opening, ply 0, or of a practice table lays the one it has; @row, on the arena, is its row to store */
void fold_setup(struct fold *fold, struct arena *arena, const struct game_row *game, int64_t now, struct move_row *row);

/** fold_step() - does a move that is legal, with its chance, chain and events; @cause as in move_row. If the position is not
 *  sound after it, must() fails and nothing is stored. */
void fold_step(struct fold *fold, struct arena *arena, int seat, const struct move *move, const char *cause, int64_t now,
               struct move_row *row);

/** fold_redo() - does a stored move again without making a row of it: ERR_INTERNAL when it cannot be read or is not legal. What takes a turn
 *  back needs that turn remembered, or the position in @row->back */
bool fold_redo(struct fold *fold, const struct game_row *game, const struct move_row *row, struct err *err);

/* A turn that is taken back is a move of its own, "take-back to=17": after it stands what stood after that ply, before the moves that one
 * seat had made since, the newest of all. They stay in the log and in the chain; what is drawn later is drawn for its own ply. */
/** fold_takes_back() - is this move one, and to which ply */
bool fold_takes_back(const char *move, int *to);
/** fold_remember() - from the set-up or another beginning on, keeps where the newest turn begins; what takes it back can be done then */
void fold_remember(struct fold *fold, struct arena *arena);
/** fold_take_back() - takes back the newest turn, which is of @seat and remembered; @row as of fold_step() */
void fold_take_back(struct fold *fold, struct arena *arena, int seat, const char *cause, int64_t now, struct move_row *row);

/** fold_try() - does a move in @state as if it were number @ply, appending to @log what there is room for */
void fold_try(const struct fold *fold, void *state, int seat, const struct move *move, int ply, struct log *log);

/** fold_is_final() - does a legal move of @seat go into the log at once, together with the draft before it? Everything else is a
 *  draft until the turn is confirmed, even a move that ends the game. */
bool fold_is_final(const struct rules *rules, const void *state, int seat, const struct move *move);

/** fold_asks_again() - is who takes this legal move of @seat, after @drafted steps of a draft, to be asked once more, since it cannot be
 *  taken back? Not where there is nothing else to do, nor where a draft is confirmed with it. @list: room for the seat's moves */
bool fold_asks_again(const struct rules *rules, const void *state, int seat, const struct move *move, int drafted,
                     struct move_list *list);

/** fold_moves() - an empty list of moves on the arena */
struct move_list *fold_moves(struct arena *arena);

/** fold_stored() - the position for storing, on the arena */
struct stored fold_stored(const struct fold *fold, struct arena *arena);

#endif
