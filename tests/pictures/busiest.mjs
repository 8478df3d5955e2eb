// The busiest positions of each game as states: for each number of seats and each question the one with the most legal moves.
import { execFileSync } from 'node:child_process';
import path from 'node:path';

let found = null;

/** What tests/pictures/busiest has found in @games games of each kind. */
export function busiest(games = 60) {
  found ??= JSON.parse(execFileSync(path.join(process.env.RIDOTTO_BUILD, 'tests/pictures/busiest'), ['--games', String(games)], { encoding: 'utf8', maxBuffer: 1 << 28 }));
  return found.filter(({ moves }) => moves > 1);
}

/** One of each question of each game, the numbers of seats in turn. */
export function sample(all) {
  const questions = new Map();
  for (const one of all) {
    const key = `${one.game} ${one.question}`;
    questions.set(key, [...questions.get(key) ?? [], one]);
  }
  return [...questions.values()].map((list, i) => list[i % list.length]);
}

/** A name of it, for files and messages. */
export const nameOf = ({ game, seats, more, question }) => `${game}-${seats}${more ? '-more' : ''}-${question.replace(/\W+/g, '-').slice(0, 40)}`;
