// Positions of a game as states: a game's module says `export const states = positions('venedig', [...])`.
import { names } from './world.mjs';

// The moves of a position are told, but led to it from another deal: its film cannot be drawn (see played() in world.mjs, ended() in end.mjs).
const staged = { complains: /status of 500/ };

/**
 * Each of @list: { name, ...where it comes from, see course() in world.mjs: file and steps, state, or seats, seed, plies, until
 *   as       the seats whose players look at it, 'awaited' (the default) or 'nobody'; a list makes a state of each
 *   query    what was chosen so far: "verb=build&tile=porta-3"
 *   at       which page of the table: "/history", "/orders"; the table itself when not said
 *   draft    moves that the awaited seat is thinking of
 *   orders   standing orders, [of seat 0, ...]
 *   open     selectors of folds to unfold: ["details"] opens all
 *   act      (page, world, lang) => what is done on the page before it is taken
 *   known    Latin words that a Japanese page may hold }
 */
export function positions(game, list) {
  return list.flatMap(({ as = 'awaited', ...item }) => [as].flat().map((viewer) => {
    const seat = () => (viewer === 'awaited' ? item.awaited ?? 0 : Number(viewer));
    const state = { ...item, ...(item.at?.startsWith('/history') && staged), name: `${game}-${item.name}${[as].flat().length > 1 ? `-as-${viewer}` : ''}` };
    state.prepare = async (world) => {
      const table = await world.position(game, item, item);
      item.awaited = world.awaits(table)[0];
      state.who = viewer === 'nobody' ? null : names[seat()].toLowerCase();
      return `${table}${item.at ?? ''}${item.query ? `?${item.query}` : ''}`;
    };
    return state;
  }));
}
