import { writeFileSync } from 'node:fs';
import { signIn, startProduct } from '@dossard/testbed/product.ts';
import { makeField } from './events.ts';

const product = await startProduct();
const bench = {
  url: product.url,
  cookie: await signIn(product.url),
  databaseUrl: await product.databaseUrl(),
  pid: () => 0,
};
const event = await makeField(bench, 120, 3);
const { cookie, url } = bench;
writeFileSync('/tmp/lh/target.json', JSON.stringify({ url, cookie, ...event }));
console.log('ready');
process.on('SIGTERM', () => void product.stop().then(() => process.exit()));
setInterval(() => {}, 1000);
