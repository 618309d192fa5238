import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test.app.ts';

/* Invalid texts in paths, which no schema has checked. */

const house = await startTestApp();

test.each(['%00', 'a%00b', '%0B'])('a text in a path that no database holds, %s, names nothing', async (odd) => {
  for (const path of [
    `/api/competitions/1/results/public/${odd}/F/1`,
    `/api/competitions/1/results/public/U13/${odd}/1/list`,
  ]) {
    const { statusCode, json } = await house.app.inject({ url: path });
    expect([statusCode, json().code]).toEqual([404, 'list_not_found']);
  }
});
