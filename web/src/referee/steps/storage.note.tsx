import { useQuery } from '@tanstack/react-query';
import { homeScreenOf, readStorageState } from '../../device/lasting.storage.ts';
import { m } from '../../paraglide/messages.js';
import { RefereeGuideLink } from '../links/guide.link.tsx';
import styles from './steps.module.css';

/** Shows whether runs are safe on this phone, or otherwise how to make them safe before going into the field (O6). */
export function StorageNote() {
  const { data } = useQuery({ queryKey: ['storage-state'], queryFn: readStorageState, staleTime: 0 });
  if (!data) return null;
  if (data === 'safe') return <p>{m.storage_safe()}</p>;
  const here = homeScreenOf(navigator.userAgent);
  return (
    <details className={styles.storage}>
      <summary>{m.storage_clearable()}</summary>
      <p>{m.storage_clearable_why()}</p>
      <ul>
        {here !== 'android' && <li>{m.home_screen_ios()}</li>}
        {here !== 'ios' && <li>{m.home_screen_android()}</li>}
      </ul>
      <p>
        <RefereeGuideLink section="before" />
      </p>
    </details>
  );
}
