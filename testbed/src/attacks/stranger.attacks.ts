import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { maxRelations } from '@dossard/contract/relations/relation.schema.ts';
import { createEvent } from '../product/event.ts';
import { call } from '../product/product.ts';
import { type Attack, ask, type Target } from './attack.ts';

/* Attacks of those at the other end of a line: another installation, the admins of other competitions, readers. */

const organiserOf = ({ port, organiser }: Target) => ({ url: `http://127.0.0.1:${port}`, cookie: organiser.session });

/** Half a gigabyte of nothing, as half a megabyte. */
const bomb = () => Buffer.concat(Array.from({ length: 32 }, () => gzipSync(Buffer.alloc(16 * 1024 * 1024))));

/** An attack by an installation that answers each pairing in one way; an organiser tries it again and again. */
function pairWith(answering: () => RequestListener): Attack {
  let address = '';
  return {
    connections: { test: 2, soak: 8 },
    prepare: async () => {
      const server = createServer(answering()).listen(0, '127.0.0.1');
      await once(server, 'listening');
      address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    strike: (target) =>
      ask(target, `/api/competition/${target.competitionId}/place`, {
        method: 'POST',
        body: { address, code: 'ABCD-EFGH-JKMN-PQRS' },
        cookie: target.organiser.session,
      }),
  };
}

/** Competitions that follow the target, and series that contain it, as many as there may be. */
let followers: number[] = [];
let series: number[] = [];

async function addRelations(target: Target): Promise<void> {
  const organiser = organiserOf(target);
  const groups = [{ category: 'U13', gender: 'F', first: 10 }];
  for (let relation = 0; relation < maxRelations; relation += 1) {
    const { competition_id } = await createEvent(organiser, 1);
    await call(organiser, 'PUT', `/competition/${competition_id}/follows`, {
      competition_id: target.competitionId,
      groups,
    });
    followers = [...followers, competition_id];
    if (relation === 0) continue;
    const { id } = await call<{ id: number }>(organiser, 'POST', '/series', {
      name: `Trophée ${relation}`,
      season: '2027',
    });
    await call(organiser, 'PUT', `/series/${id}/competitions`, { competition_ids: [target.competitionId] });
    await call(organiser, 'PUT', `/series/${id}`, { is_public: true });
    series = [...series, id];
  }
}

export const strangerAttacks: Record<string, Attack> = {
  'an installation whose answers unpack to half a gigabyte': pairWith(() => {
    const bytes = bomb();
    return (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(bytes);
    };
  }),
  'an installation whose answers never end': pairWith(() => (_, response) => {
    const bytes = Buffer.alloc(64 * 1024);
    const send = () => {
      while (!response.destroyed && response.write(bytes));
      response.once('drain', send);
    };
    send();
  }),
  'as many rounds and series as a competition may have': {
    connections: { test: 4, soak: 40 },
    prepare: addRelations,
    strike: (target, turn) =>
      turn % 2 === 0
        ? ask(target, `/api/series/${series[turn % series.length]}/standings/public?turn=${turn}`)
        : ask(target, `/api/competition/${followers[turn % followers.length]}/follows`, {
            cookie: target.organiser.session,
          }),
  },
  'standings in every spelling of a category': {
    connections: { test: 8, soak: 40 },
    strike: async (target, turn) => {
      const spelled = [...'u13']
        .map((letter, place) => ((turn >> place) % 2 === 0 ? letter.toUpperCase() : letter))
        .join('');
      const category = encodeURIComponent(`${' '.repeat(turn % 7)}${spelled}${' '.repeat(turn % 11)}`);
      const path = turn % 2 === 0 ? 'public' : 'public.csv';
      await sleep(1);
      return ask(target, `/api/series/${target.seriesId}/standings/${path}?category=${category}&turn=${turn}`);
    },
  },
};
