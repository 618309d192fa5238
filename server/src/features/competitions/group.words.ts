import { groupWords, takenGenderWords, type YouthWords } from '@dossard/contract/categories/gender.words.ts';
import type { Group } from '@dossard/contract/categories/group.ts';
import type { Words } from '@dossard/contract/language/language.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { competitions } from '../../tables/competition.table.ts';

async function findYouthWords(db: Database, competitionId: number): Promise<YouthWords | undefined> {
  const [competition] = await db.select().from(competitions).where(eq(competitions.id, competitionId));
  return competition?.youth_words;
}

/** Formats a group as the lists of its competition show it, for a refusal. */
export async function formatGroup(db: Database, competitionId: number, group: Group): Promise<Words> {
  return groupWords(group, await findYouthWords(db, competitionId));
}

/** Formats the group of an existing graduation, for `graduation_exists`. */
export async function formatTakenGroup(db: Database, competitionId: number, group: Group): Promise<Words> {
  const { fr, en } = takenGenderWords(group, await findYouthWords(db, competitionId));
  return { fr: `${group.category} ${fr}`, en: `${group.category} ${en}` };
}
