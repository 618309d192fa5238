import type { GraduationInput } from '@dossard/contract/zones/zone.schema.ts';
import { call } from './product.ts';

/** Creates an event to measure on: one zone, `riders` girls of U13, dossards from 1. */
export async function createEvent(
  session: { url: string; cookie: string },
  riders: number,
): Promise<{ competition_id: number; zone_id: number }> {
  const competition = await call<{ id: number }>(session, 'POST', '/competition', {
    name: 'Bench',
    date: '2027-06-12',
    location: 'Pommiers',
    organizer: 'Vélo Club Fictif',
    contact: 'contact@dossard.test',
  });
  const graduation: GraduationInput = {
    category: 'U13',
    gender: 'F',
    points_door1: 10,
    points_door2: 10,
    points_door3: 10,
    points_door4: 10,
    points_door5: 10,
    points_door6: 10,
  };
  const zone = await call<{ id: number }>(session, 'POST', `/competition/${competition.id}/zone`, {
    name: 'Les Dalles',
    graduations: [graduation],
  });
  await call(session, 'POST', `/competition/${competition.id}/participants`, sheetOf(riders));
  return { competition_id: competition.id, zone_id: zone.id };
}

/** Creates a csv upload of `riders` entries. */
export function sheetOf(riders: number): FormData {
  const rows = Array.from({ length: riders }, (_, index) => `${index + 1};U13;Exemple ${letters(index)};Lou;F;Club`);
  const form = new FormData();
  form.set('file', new Blob([['Dossard;Catégorie;Nom;Prénom;Sexe;Club', ...rows].join('\n')]), 'riders.csv');
  return form;
}

const letters = (index: number) => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
