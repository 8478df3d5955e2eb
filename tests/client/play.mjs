// Plays one game against bots, through a client that a generator has made from www/openapi.json: node play.mjs CLIENT.js URL GAME SEATS.
// The token is in RIDOTTO_TOKEN. Prints what the table is at the end, as JSON.
import { pathToFileURL } from 'node:url';

const [file, url, title, seats] = process.argv.slice(2);
const { Api } = await import(pathToFileURL(file));
const api = new Api({ baseUrl: url + '/api/v1', securityWorker: (token) => ({ headers: { Authorization: 'Bearer ' + token } }) });
api.setSecurityData(process.env.RIDOTTO_TOKEN);

/** The answer's data; a refusal is thrown as the client throws it, and one of the rules is null here. */
async function orRefused(asked) {
  try {
    return (await asked).data;
  } catch (refused) {
    if (refused.error?.status === 422) return null;
    throw Object.assign(new Error(JSON.stringify(refused.error ?? String(refused))), { code: refused.error?.code });
  }
}

/** One step: the turn handed in where it can be, else the first of the listed moves, in an order of chance, that the rules let pass. */
async function step(table) {
  const seen = { ply: table.ply, draft: table.draft.n };
  if (table.draft.can_confirm) return orRefused(api.games.draft(table.id, { ...seen, do: 'confirm' }));
  const due = table.legal.filter((verb) => !verb.unsolicited);
  const moves = (due.length ? due : table.legal).flatMap((verb) => verb.moves);
  for (let left = moves.length; left > 0; left--) {
    const [move] = moves.splice(Math.floor(Math.random() * left), 1);
    const then = await orRefused(api.games.move(table.id, { ...seen, moves: [move] }));
    if (then) return then;
  }
  throw new Error('no move is legal');
}

const me = (await api.me.me()).data;
let table = (await api.games.create({ game: title, seats: Number(seats), bots: seats - 1 })).data;
const { id } = table;
while (table.status === 'running') {
  if (table.awaits_me) {
    try {
      table = await step(table);
      continue;
    } catch (error) {
      if (!['stale', 'over'].includes(error.code)) throw error;
    }
  } else {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  table = (await api.games.table(id)).data;
}
console.log(JSON.stringify({ name: me.name, status: table.status, ending: table.ending, ply: table.ply, seats: table.seats.length }));
