import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/* Keeps streams open and writes the body of each POST to all of them in a plain loop. */

const open = new Set<ServerResponse>();
const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
    open.add(response);
    response.on('close', () => open.delete(response));
    return;
  }
  let text = '';
  for await (const part of request) text += part;
  for (const stream of open) stream.write(text);
  response.end();
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
