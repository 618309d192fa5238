import type { Group } from '@dossard/contract/categories/group.ts';
import type { Need, PlaceFact, Speech, SpokenRider } from '@dossard/contract/speaker/speech.schema.ts';
import { m } from '../../paraglide/messages.js';
import { fullName } from '../../riders/rider.words.tsx';

/* Formats facts about a run as sentences to read aloud. */

/** The names that sentences need. */
export interface Naming {
  rider: SpokenRider;
  zone: string;
  /** Finds a rider by bib; undefined if there is no such rider any more. */
  find: (dossard: number) => SpokenRider | undefined;
  groupWord: (group: Group) => string;
}

/** Formats the effect of a run as one or two sentences. */
export function formatSpeech(speech: Speech, naming: Naming): string {
  const { dossard, clean, place, need } = speech;
  const points = m.points_count({ count: speech.points });
  const facts = {
    dossard,
    points: clean ? m.speaker_clean({ points }) : points,
    zone: naming.zone,
    change: formatChange(place, naming),
  };
  const name = fullName(naming.rider);
  const sentence = name ? m.speaker_sentence({ ...facts, name }) : m.speaker_sentence_nameless(facts);
  return need ? `${sentence} ${formatNeed(need)}` : sentence;
}

function formatChange(place: PlaceFact, { rider, find, groupWord }: Naming): string {
  if (place.kind === 'unranked') return m.speaker_unranked();
  const nameOf = (dossard: number) => {
    const found = find(dossard);
    return (found && fullName(found)) || m.rider_by_bib({ dossard });
  };
  const words = { who: rider.gender === 'F' ? m.speaker_she() : m.speaker_he(), group: groupWord(rider) };
  if (place.kind === 'shares_lead') return m.speaker_shares_lead({ ...words, other: nameOf(place.dossard) });
  const rank = 'rank' in place ? place.rank : 1;
  const change = m.speaker_change({ ...words, kind: place.kind, place: m.ordinal_place({ count: rank }) });
  if (place.dossard === null) return change;
  return `${change}, ${formatMargin(place.margin, nameOf(place.dossard), rank === 1)}`;
}

function formatMargin(margin: number, other: string, isAhead: boolean): string {
  if (margin === 0) return m.speaker_level({ other });
  const points = m.points_count({ count: margin });
  return isAhead ? m.speaker_ahead({ points, other }) : m.speaker_behind({ points, other });
}

function formatNeed({ place, points, doors }: Need): string {
  const what = doors === null ? m.points_count({ count: points }) : m.speaker_doors({ count: doors });
  return place === 1 ? m.speaker_need_win({ what }) : m.speaker_need_podium({ what });
}

/** Formats a rider's present place; undefined if it is still the place in the sentence. */
export function formatSince({ place }: Speech, { rank }: SpokenRider): string | undefined {
  if (place.kind === 'unranked' || rank === null) return undefined;
  const spokenRank = 'rank' in place ? place.rank : 1;
  return rank === spokenRank ? undefined : m.speaker_since({ place: m.ordinal_place({ count: rank }) });
}
