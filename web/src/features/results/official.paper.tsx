import type { PublishedList } from '@dossard/contract/results/result.schema.ts';
import { reachesOthers, shareAddress } from '../../device/reach.ts';
import { m } from '../../paraglide/messages.js';
import { formatDay, formatFullMoment, joinFacts } from '../../text/formats.ts';
import { PrintFoot, PrintHead, PrintOut } from '../../ui/parts/print.out.tsx';
import { listNotes, OfficialTable, Outcomes, TieBreaks, useTitle } from './official.list.tsx';
import styles from './results.module.css';
import { SignLines } from './sign.lines.tsx';

/** Prints a list on A4: with place, date, signatures, and proof. */
export function OfficialPaper({ published }: { published: PublishedList }) {
  const { list, sha256, jury } = published;
  const title = useTitle(published);
  const origin = shareAddress();
  return (
    <PrintOut id="official-list">
      <PrintHead title={list.competition.name}>
        {list.competition.location} · {formatDay(list.competition.date)} · {list.competition.organizer}
      </PrintHead>
      <PrintFoot text={`${list.competition.name} · ${title}`} />
      <h2>{title}</h2>
      <p>{joinFacts(m.official_published({ time: formatFullMoment(list.published_at) }), listNotes(published))}</p>
      <OfficialTable published={published} paper />
      <TieBreaks list={list} />
      <Outcomes published={published} />
      <SignLines signers={jury.length > 0 ? jury : [m.results_jury(), m.results_jury()]}>
        <p>
          {reachesOthers(origin)
            ? m.official_paper_verify({ address: `${origin}/verify` })
            : m.official_paper_verify_inside()}
        </p>
        <p className={styles.hash}>
          SHA-256 {sha256}
          <br />
          {m.official_chain()} {list.chain.length}:{list.chain.sha256}
        </p>
      </SignLines>
    </PrintOut>
  );
}
