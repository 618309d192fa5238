import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import styles from './print.out.module.css';

interface Props {
  id: string;
  className?: string;
  /**
   * Called after printing; some browsers call it while the print dialog is still open, and print what is then on the
   * page.
   */
  onDone?: () => void;
  children: ReactNode;
}

/** Prints only its content, once, when it is mounted; invisible on screen. */
export function PrintOut({ id, className = '', onDone, children }: Props) {
  const end = useEffectEvent(() => onDone?.());
  useEffect(() => {
    const ended = () => end();
    window.addEventListener('afterprint', ended, { once: true });
    let next = 0;
    const print = () => {
      // Codes are drawn after the page is mounted.
      if (document.querySelector(`#${id} [aria-busy="true"]`)) next = requestAnimationFrame(print);
      else window.print();
    };
    print();
    return () => {
      cancelAnimationFrame(next);
      window.removeEventListener('afterprint', ended);
    };
  }, [id]);
  return createPortal(
    <div id={id} className={`${styles.printOut} ${className}`}>
      {children}
    </div>,
    document.body,
  );
}

/** What is printed, at the foot of each sheet beside its number, where the browser can. */
export function PrintFoot({ text }: { text: string }): null {
  useEffect(() => {
    if (!('adoptedStyleSheets' in document)) return;
    const sheet = new CSSStyleSheet();
    const [left, right] = [JSON.stringify(text), 'counter(page) " / " counter(pages)'];
    sheet.replaceSync(`@page { @bottom-left { content: ${left} } @bottom-right { content: ${right} } }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [text]);
  return null;
}

/** The head of what is printed: its title, and beside it what it belongs to. */
export const PrintHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header className={styles.head}>
    <h1>{title}</h1>
    {children && <p>{children}</p>}
  </header>
);
