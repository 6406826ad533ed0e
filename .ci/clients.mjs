// Two clients of the official TypeScript SDK, of both generations, against
// `oatools serve` over stdio and HTTP, in the revisions of MCP that they speak.
// They validate every result against the output schema of its tool.
//
//   node clients.mjs OATOOLS OVERLAYS
//
// The packages are looked up beside this file. It prints a line for each
// connection and exits with 1 at the first thing that is not as it should be.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHTTP } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [oatools, overlays] = process.argv.slice(2);
const me = { name: 'check', version: '1' };
const patience = { timeout: 20_000 };
const generations = {
  1: { make: () => new OldClient(me), Stdio: OldStdio, HTTP: OldHTTP, call: (c, p) => c.callTool(p, undefined, patience) },
  2: { make: mode => new Client(me, { versionNegotiation: { mode } }), Stdio: StdioClientTransport, HTTP: StreamableHTTPClientTransport, call: (c, p) => c.callTool(p, patience) },
};

// connect gives a client of a server over a transport. Whatever the client
// complains about beside its answers, or the server says on standard error, is
// kept in complaints. After spoil.next is set, the next result breaks its output
// schema on its way to the client.
async function connect(generation, mode, transport) {
  const client = generation.make(mode);
  const complaints = [];
  client.onerror = err => complaints.push(`client: ${err.message}`);
  transport.stderr?.on('data', text => complaints.push(`server: ${text}`));
  await client.connect(transport);
  const onmessage = transport.onmessage;
  const spoil = { next: false };
  transport.onmessage = (message, ...rest) => {
    if (spoil.next && message.result?.structuredContent) {
      message = structuredClone(message);
      message.result.structuredContent.status = 5;
      spoil.next = false;
    }
    return onmessage(message, ...rest);
  };
  return { client, complaints, spoil };
}

// use goes through what a client does with the expense tools.
async function use({ client, complaints, spoil }, generation) {
  const call = async (name, args) => {
    const result = await generation.call(client, { name, arguments: args });
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent, `${name}: text and structured content differ`);
    assert.equal(result.isError ?? false, result.structuredContent.status === 'error', `${name}: isError`);
    return result.structuredContent;
  };
  const { tools } = await client.listTools();
  const names = tools.map(t => t.name);
  for (const name of ['expense_search', 'expense_create', 'expense_delete', 'ledger_export', 'read_result']) assert(names.includes(name), `${name} is not listed`);
  for (const t of tools) assert.equal(t.outputSchema?.type, 'object', `${t.name}: output schema`);

  const found = await call('expense_search', { text: 'taxi' });
  assert.equal(found.status, 'ok');
  assert(found.data.length > 0 && found.data.every(e => typeof e.cents === 'number'), 'expense_search found nothing');
  const first = await call('expense_search', {});
  const second = await call('expense_search', { cursor: first.next_cursor });
  assert.notEqual(second.data[0].id, first.data[0].id, 'the second page is the first one');

  const many = await Promise.all(found.data.map(e => call('expense_get', { expense_id: e.id })));
  assert.deepEqual(many.map(m => m.data.id), found.data.map(e => e.id), 'answers went to the wrong calls');

  assert.equal((await call('expense_get', {})).error.code, 'invalid_input');
  assert.equal((await call('expense_get', { expense_id: 'exp_0' })).error.code, 'not_found');

  const expense = { merchant: 'Café <b>&"\u2028😀', cents: 1250, category: 'meals' };
  const plan = await call('expense_create', { ...expense, dry_run: true });
  assert.equal(plan.status, 'planned');
  const made = await call('expense_create', { ...expense, dry_run: false, confirm_token: plan.confirm_token });
  assert.equal(made.side_effect, 'applied');
  assert.equal((await call('expense_get', { expense_id: made.data.id })).data.merchant, expense.merchant);
  assert.equal((await call('get_operation', { operation_id: made.operation_id })).status, 'ok');
  const gone = await call('expense_delete', { expense_id: made.data.id, dry_run: true });
  assert.equal((await call('expense_delete', { expense_id: made.data.id, dry_run: false, confirm_token: gone.confirm_token })).status, 'ok');

  const ledger = await call('ledger_export', { year: 2025 });
  assert.equal((await call('read_result', { handle: ledger.handle.id, from: 0, count: 3 })).data.length, 3);

  await assert.rejects(generation.call(client, { name: 'expense_serch', arguments: {} }), err => err.code === -32602 && /expense_search/.test(err.message));
  spoil.next = true;
  await assert.rejects(call('expense_search', { text: 'taxi' }), /output ?schema/i, 'the client does not validate results');
  assert.deepEqual(complaints, []);
}

function serve(overlay, ...args) {
  return { command: oatools, args: ['serve', `${overlays}/${overlay}.yaml`, ...args], stderr: 'pipe' };
}

async function overStdio(generation, mode) {
  const connection = await connect(generation, mode, new generation.Stdio(serve('expenses', '--stdio', '--demo')));
  await use(connection, generation);
  await connection.client.close();
  assert.deepEqual(connection.complaints, []);
}

async function overHTTP(generation, mode) {
  const { command, args } = serve('expenses', '--http', '127.0.0.1:0', '--demo');
  const server = spawn(command, args, { stdio: ['ignore', 'inherit', 'pipe'] });
  process.once('exit', () => server.kill('SIGKILL'));
  const ended = once(server, 'exit');
  let said = '';
  const url = await new Promise((resolve, reject) => {
    server.stderr.on('data', text => {
      said += text;
      const at = /^serving (http:\S+)\n/.exec(said);
      if (at) resolve(new URL(at[1]));
    });
    ended.then(() => reject(new Error(`serve ended: ${said}`)));
  });
  const connection = await connect(generation, mode, new generation.HTTP(url));
  await use(connection, generation);
  await connection.client.close();
  server.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  assert.equal(said, `serving ${url}\n`);
}

// The tools of the other overlays are listed to somebody of all their audiences,
// which makes a client compile their output schemas. Their servers are not asked
// for anything.
async function lists(generation, mode) {
  const caller = fileURLToPath(new URL('caller.json', import.meta.url));
  writeFileSync(caller, JSON.stringify({ id: 'ada', tenant: 'acme', roles: ['dispatch', 'support'] }));
  for (const [overlay, name] of [['fleet', 'vehicle_list'], ['tickets', 'ticket_search']]) {
    const { client } = await connect(generation, mode, new generation.Stdio(serve(overlay, '--stdio', '--caller', caller)));
    const names = (await client.listTools()).tools.map(t => t.name);
    assert(names.includes(name), `${overlay} lists ${names}, and not ${name}`);
    await client.close();
  }
}

const pinned = { pin: '2026-07-28' };
for (const [number, mode, name] of [[1, undefined, 'initialize'], [2, 'legacy', 'initialize'], [2, 'auto', 'probing'], [2, pinned, '2026-07-28']]) {
  for (const check of [overStdio, overHTTP, lists]) {
    await check(generations[number], mode);
    console.log(`client ${number}, ${name}: ${check.name}`);
  }
}
process.exit(); // a client keeps timers
