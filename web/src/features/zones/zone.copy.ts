import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import type { GraduationInput, Zone } from '@dossard/contract/zones/zone.schema.ts';
import { callApi } from '../../api/client.ts';
import { nameCopy } from './zone.names.ts';

/** A graduation of another zone, as a new one. */
export const asNew = ({ id: _, ...graduation }: Zone['graduations'][number]): GraduationInput => graduation;

/** Creates a zone with the graduations of another one, under the next name that is free among `zones`. */
export const duplicateZone = (competitionId: number, zone: Zone, zones: readonly Zone[]): Promise<Zone> =>
  callApi(createZone, {
    params: { id: competitionId },
    body: {
      name: nameCopy(
        zone.name,
        zones.map(({ name }) => name),
      ),
      graduations: zone.graduations.map(asNew),
    },
  });
