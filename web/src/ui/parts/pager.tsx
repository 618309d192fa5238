import { m } from '../../paraglide/messages.js';

interface Props {
  /** Names the list for screen readers. */
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Leads to the other pages of a list; nothing if it has only one. */
export function Pager({ label, page, pages, onPage }: Props) {
  if (pages <= 1) return null;
  return (
    <nav className="pages no-print needs-scripts" aria-label={label}>
      <button type="button" className="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        ← <span className="visually-hidden">{m.previous_page()}</span>
      </button>
      <span className="numbers">{m.page_of({ page, pages })}</span>
      <button type="button" className="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        → <span className="visually-hidden">{m.next_page()}</span>
      </button>
    </nav>
  );
}
