// The little of TAP that the browser tests need.
let n = 0;
let failures = 0;

export function ok(condition, title, note = '') {
  n += 1;
  console.log(`${condition ? 'ok' : 'not ok'} ${n} - ${title}`);
  if (!condition) {
    failures += 1;
    if (note) console.log(String(note).replace(/^/gm, '# '));
  }
  return condition;
}

export function done() {
  console.log(`1..${n}`);
  process.exitCode = failures ? 1 : 0;
}

/** Runs @body; whatever it throws is a failed test, and @cleanup runs in any case. */
export async function main(body, cleanup) {
  try {
    await body();
  } catch (error) {
    ok(false, 'the test ran to its end', error.stack);
  } finally {
    await cleanup();
    done();
  }
}
