import Fastify from 'fastify';

/* A Fastify route that only sends given bytes with given headers; in a separate process, like the product. */

export interface BareAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const { status, headers, body } = JSON.parse(process.env.BARE_ANSWER ?? '') as BareAnswer;
const bytes = Buffer.from(body);
const app = Fastify({ logger: false });
app.get('/*', (_, reply) =>
  reply
    .code(status)
    .headers(headers)
    .send(status === 304 ? undefined : bytes),
);
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
