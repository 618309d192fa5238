import { getLocale } from '@dossard/contract/language/locale.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '../../paraglide/messages.js';
import { isJudging } from '../../session/session.store.ts';
import { Desk } from '../../ui/frame/desk.tsx';
import { Button } from '../../ui/parts/button.tsx';
import styles from './guide.module.css';
import { organiserSections, refereeSections, type Section } from './guide.sections.ts';

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
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title()}</a>
            </li>
          ))}
        </ul>
        {children}
      </nav>
      {sections.map(({ id, title: heading, text, picture }) => (
        <section key={id} id={id} className={`stack ${styles.section}`} aria-labelledby={`${id}-title`}>
          <div>
            <h2 id={`${id}-title`}>{heading()}</h2>
            <ul className="bullets">
              {text()
                .split('\n')
                .map((step) => (
                  <li key={step}>{step}</li>
                ))}
            </ul>
          </div>
          {picture && <img src={`/guide/${picture}-${getLocale()}.jpg`} {...sizeOf(picture)} alt="" loading="lazy" />}
        </section>
      ))}
    </Desk>
  );
}

/** Returns the size of a picture, phone or desktop, so that the layout does not shift while pictures load. */
const sizeOf = (picture: string) =>
  picture.startsWith('referee') ? { width: 390, height: 700 } : { width: 800, height: 540 };
