import { ageOf, findBinaries } from '@dossard/postgres/binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@dossard/postgres/embedded.postgres.ts';
import { OtherMajorError } from '@dossard/postgres/other.major.ts';
import { deleteCleanStop } from './backup/clean.stop.ts';
import { finishMove, moveData } from './backup/data.move.ts';
import { askOperator } from './start/operator.ts';

interface OwnDatabase {
  dataDir: string;
  log: (sentence: string) => void;
  onMoved: () => void;
  /** `--upgrade-data` answers the question in advance. */
  upgradeData: boolean;
}

/**
 * Starts Dossard's own PostgreSQL. Data of another major version are moved first, if the operator agrees. Throws a
 * StartError with a sentence for the operator.
 */
export async function startOwnDatabase({ upgradeData, ...options }: OwnDatabase): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  await finishMove(dataDir);
  const postgres = await startEmbeddedPostgres(options).catch(async (error) => {
    if (!(error instanceof OtherMajorError)) throw error;
    const mayMove = upgradeData ? async () => true : askOperator;
    await moveData({ dataDir, why: error, mayMove, log });
    return startEmbeddedPostgres(options);
  });
  await deleteCleanStop(dataDir);
  const age = ageOf(await findBinaries()) ?? 0;
  if (age > 90)
    log(
      `Dossard works. The PostgreSQL that it brings is ${age} days old, and newer ones mend faults: install the next version of Dossard once it is out. / Dossard fonctionne. Le PostgreSQL fourni date de ${age} jours, et de plus récents corrigent des défauts : installez la prochaine version de Dossard dès sa sortie.`,
    );
  return postgres;
}
