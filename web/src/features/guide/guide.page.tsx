import { getLocale } from '@dossard/contract/language/locale.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '../../paraglide/messages.js';
import { isJudging } from '../../session/session.store.ts';
import {
  type OrganiserParagraph,
  organiserSections,
  type RefereeParagraph,
  refereeSections,
} from '../../ui/failure/guide.sections.ts';
import { Desk } from '../../ui/frame/desk.tsx';
import { Bullets } from '../../ui/parts/bullets.tsx';
import { Button } from '../../ui/parts/button.tsx';
import styles from './guide.module.css';

/** The guide for organisers: the tasks in order, and how to solve problems. */
export function OrganiserGuide() {
  return (
    <Guide title={m.guide()} why={m.guide_why()} sections={organiserSections}>
      <p>
        <Link to="/competitions/guide/referee">{m.guide_referee()}</Link>
      </p>
    </Guide>
  );
}

/** The guide for referees on one page; it also opens without network. */
export function RefereeGuide() {
  return <Guide title={m.guide_referee()} why={m.guide_referee_why()} sections={refereeSections} />;
}

type Section = OrganiserParagraph | RefereeParagraph;

interface Props {
  title: string;
  why: string;
  sections: readonly Section[];
  children?: React.ReactNode;
}

function Guide({ title, why, sections, children }: Props) {
  const hash = useLocation({ select: (location) => location.hash });
  // The router looks for the paragraph of a link before this page has been loaded.
  useEffect(() => document.getElementById(hash)?.scrollIntoView(), [hash]);
  return (
    <Desk
      title={title}
      subtitle={why}
      back={
        isJudging() ? { to: '/judge', label: m.judge_title() } : { to: '/competitions', label: m.my_competitions() }
      }
      actions={<Button action={m.guide_print()} onClick={() => window.print()} />}
    >
      <nav aria-label={m.guide_contents()} className={`${styles.contents} no-print`}>
        <ul className="bullets above">
          {sections.map((section) => (
            <li key={section}>
              <a href={`#${section}`}>{m.guide_title({ section })}</a>
            </li>
          ))}
        </ul>
        {children}
      </nav>
      {sections.map((section) => (
        <section key={section} id={section} className={`stack ${styles.section}`} aria-labelledby={`${section}-title`}>
          <div>
            <h2 id={`${section}-title`}>{m.guide_title({ section })}</h2>
            <Bullets lines={m.guide_text({ section }).split('\n')} />
          </div>
          <Picture name={pictures[section]} />
        </section>
      ))}
    </Desk>
  );
}

/** The pictures that show the screen of a section, see `e2e/src/guide.pictures.ts`. */
const pictures: Partial<Record<Section, string>> = {
  zones: 'zones',
  riders: 'riders',
  lists: 'lists',
  day: 'overview',
  correct: 'runs',
  paper: 'paper',
  results: 'ranking',
  bib: 'referee-bib',
  run: 'referee-run',
  record: 'referee-check',
};

/** The picture of a section, if it has one. */
function Picture({ name }: { name: string | undefined }) {
  if (!name) return null;
  // So that the layout does not shift while it loads.
  const size = name.startsWith('referee') ? { width: 390, height: 700 } : { width: 800, height: 540 };
  return <img src={`/guide/${name}-${getLocale()}.jpg`} {...size} alt="" loading="lazy" />;
}
