#!/usr/bin/env node
// Are requests to hooks signed as Standard Webhooks wants it? Its own library says so: verify.mjs FILE, of [{ secret, headers, body in base64 }];
// prints for each "ok" or what the library says against it.
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';

for (const { secret, headers, body } of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  let said = 'ok';
  try {
    new Webhook(secret).verify(Buffer.from(body, 'base64').toString('utf8'), headers);
  } catch (error) {
    said = error.message;
  }
  console.log(said);
}
