import type { Group } from '@dossard/contract/categories/group.ts';
import { m } from '../../paraglide/messages.js';
import { Bib } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import styles from './steps.module.css';

interface Props {
  rider: Group & { dossard_number: number; first_name: string; last_name: string };
  zoneName: string;
}

/** The current rider: bib, name, zone and category (F1). */
export function RiderHead({ rider, zoneName }: Props) {
  const { genderWord } = useGenderWords();
  return (
    <div className={styles.riderHead}>
      <Bib dossard={rider.dossard_number} size="large" />
      <div>
        <p className={styles.riderHeadName} translate="no">
          {fullName(rider)}
        </p>
        <p className={styles.riderHeadChip}>
          {m.zone_and_group({
            zone: zoneName,
            category: rider.category,
            gender: genderWord(rider.gender, rider.category),
          })}
        </p>
      </div>
    </div>
  );
}
