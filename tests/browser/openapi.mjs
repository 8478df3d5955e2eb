// Holds answers of the API to www/openapi.json, by another's validator: node openapi.mjs FILE, a line of JSON for each answer
// {method, path, status, type, body}. Prints what deviates, and "N answers"; exit 1 when something does.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv/dist/2020.js';
import { Validator } from '@seriousme/openapi-schema-validator';

const top = process.env.RIDOTTO_TOP || fileURLToPath(new URL('../..', import.meta.url));
const doc = JSON.parse(readFileSync(top + '/www/openapi.json', 'utf8'));
const found = [];

const sound = await new Validator().validate(structuredClone(doc));
if (!sound.valid)
  found.push('openapi.json itself: ' + JSON.stringify(sound.errors));

const ajv = new Ajv({ strict: false, allErrors: false, formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/ } });
ajv.addSchema(doc, 'api');
const pointer = (...parts) => 'api#/' + parts.map((p) => encodeURIComponent(p.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

// The path of the document that an address of an answer is: no {id} has a slash.
const patterns = Object.keys(doc.paths).map((path) => [path, new RegExp('^/api/v1' + path.replace(/\{\w+\}/g, '[^/]+') + '$')]);

function complaints(answer) {
  const path = answer.path.split('?')[0];
  const known = patterns.filter(([name]) => !name.includes('{')).concat(patterns).find(([, fits]) => fits.test(path));
  const method = answer.method.toLowerCase();
  const operation = known && doc.paths[known[0]][method];
  if (answer.status === 304 || (answer.status >= 400 && !operation))
    return problem(answer, operation);
  if (!operation)
    return ['is not described'];
  const code = operation.responses[answer.status] ? String(answer.status) : 'default';
  const response = operation.responses[code];
  if (code === 'default' && answer.status < 400)
    return ['status ' + answer.status + ' is not described'];
  if (!response.content)
    return answer.body === null ? [] : ['there is a body'];
  const type = (answer.type || '').split(';')[0];
  if (!response.content[type])
    return ['type ' + type + ' is not described'];
  if (type === 'text/event-stream')
    return [];
  return check(pointer('paths', known[0], method, 'responses', code, 'content', type, 'schema'), answer.body);
}

// Of what is no address of the API the problem at least is one.
function problem(answer, operation) {
  if (answer.status === 304)
    return operation && answer.body === null ? [] : ['a 304 that is not described'];
  return check(pointer('components', 'schemas', 'Problem'), answer.body);
}

function check(schema, body) {
  const validate = ajv.getSchema(schema);
  if (!validate)
    return ['no schema at ' + schema];
  return validate(body) ? [] : validate.errors.map((e) => e.instancePath + ' ' + e.message + ' ' + JSON.stringify(e.params));
}

const answers = readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
const met = new Set();
for (const answer of answers) {
  for (const what of complaints(answer))
    found.push(`${answer.method} ${answer.path} ${answer.status}: ${what}`);
  met.add(`${answer.method} ${answer.path.split('?')[0].replace(/\d+/g, '{}')} ${answer.status}`);
}
for (const what of new Set(found))
  console.log(what);
console.log(`${answers.length} answers, ${met.size} kinds, ${found.length} deviations`);
process.exit(found.length ? 1 : 0);
