import { m } from '../../paraglide/messages.js';

interface Props {
  /** Names the list for screen readers. */
  label: string;
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}

/** Leads to the other pages of a list by links, which need no scripts; nothing if it has only one. */
export function PageLinks({ label, page, pages, hrefOf }: Props) {
  if (pages <= 1) return null;
  const linkTo = (other: number, sign: string, words: string) =>
    other >= 1 && other <= pages ? (
      // A page without React swaps the other one in (`frame.entry.ts`).
      <a className="button" href={hrefOf(other)} aria-label={words} data-go data-key={sign}>
        {sign}
      </a>
    ) : (
      <span />
    );
  return (
    <nav className="pages" aria-label={label}>
      {linkTo(Math.min(page - 1, pages), '←', m.previous_page())}
      <span className="numbers">{m.page_of({ page, pages })}</span>
      {linkTo(page + 1, '→', m.next_page())}
    </nav>
  );
}
