import { m } from '../../paraglide/messages.js';
import styles from './admin.module.css';

interface Props {
  /** What is paged, for who does not see it. */
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Leads through the pages of a list; nothing where there is one. */
export function Pager({ label, page, pages, onPage }: Props) {
  if (pages <= 1) return null;
  return (
    <nav className={styles.accountsPages} aria-label={label}>
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
