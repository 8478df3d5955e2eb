#!/usr/bin/env node
// Another's reading of Web Push: keys of a browser, messages opened by npm's http_ece (RFC 8188 and 8291), and the signature of who sends (RFC 8292).
//
//   decrypt.mjs keys         prints {private, p256dh, auth} of a new browser, base64url
//   decrypt.mjs open FILE    FILE: JSON [{private, p256dh, auth, body (base64), authorization}]; prints [{text, claims, key, signed}]
import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import ece from 'http_ece';

const browser = (secret) => {
  const ecdh = createECDH('prime256v1');
  if (secret) ecdh.setPrivateKey(secret, 'base64url');
  else ecdh.generateKeys();
  return ecdh;
};

/** The claims of "vapid t=..., k=...", and whether the key signed them. */
const who = (authorization) => {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization);
  const [header, claims, signature] = token.split('.'), point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const signed = verify('sha256', Buffer.from(`${header}.${claims}`), { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  return { claims: JSON.parse(Buffer.from(claims, 'base64url')), header: JSON.parse(Buffer.from(header, 'base64url')), key, signed };
};

const [what, file] = process.argv.slice(2);
if (what === 'keys') {
  const ecdh = browser();
  console.log(JSON.stringify({ private: ecdh.getPrivateKey('base64url'), p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }));
} else {
  console.log(JSON.stringify(JSON.parse(readFileSync(file, 'utf8')).map(({ private: secret, auth, body, authorization }) => ({
    text: ece.decrypt(Buffer.from(body, 'base64'), { version: 'aes128gcm', privateKey: browser(secret), authSecret: auth }).toString('utf8'),
    ...who(authorization),
  }))));
}
