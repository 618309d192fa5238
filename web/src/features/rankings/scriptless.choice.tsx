import type { Group } from '@dossard/contract/categories/group.ts';
import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/rider.words.tsx';
import styles from './scriptless.choice.module.css';

/** The choice of group as links, for browsers without scripts; only the server renders it. */
export function ScriptlessChoice({ groups, category }: { groups: readonly Group[]; category: string }) {
  const { genderWord } = useGenderWords();
  if (!import.meta.env.SSR) return <noscript />;
  const categories = [...new Set(groups.map((group) => group.category))];
  const genders = groups.filter((group) => group.category === category).map(({ gender }) => gender);
  return (
    <noscript>
      <p className="soft">{m.without_scripts()}</p>
      <nav aria-label={m.category()} className={styles.links}>
        {categories.map((one) => (
          <Link key={one} to="." search={() => ({ category: one })} aria-current={one === category || undefined}>
            {one}
          </Link>
        ))}
      </nav>
      <nav aria-label={m.gender()} className={styles.links}>
        {[undefined, ...genders].map((gender) => (
          <Link key={gender ?? 'all'} to="." search={() => ({ category, gender })} activeOptions={{ exact: true }}>
            {gender ? genderWord(gender, category) : m.all_genders()}
          </Link>
        ))}
      </nav>
    </noscript>
  );
}

/** The other pages of a group as links, for browsers without scripts. */
export function ScriptlessPages({ title, param, page, total, size }: ScriptlessPagesProps) {
  if (!import.meta.env.SSR || total <= size) return <noscript />;
  return (
    <noscript>
      <nav aria-label={m.pages_of({ ranking: title })} className={styles.links}>
        {Array.from({ length: Math.ceil(total / size) }, (_, index) => index + 1).map((one) => (
          <Link
            key={one}
            to="."
            search={(search: object) => ({ ...search, [param]: one })}
            aria-current={one === page ? 'page' : undefined}
          >
            {one}
          </Link>
        ))}
      </nav>
    </noscript>
  );
}

interface ScriptlessPagesProps {
  title: string;
  /** The parameter of the page in the address. */
  param: 'page_f' | 'page_h';
  page: number;
  total: number;
  size: number;
}
