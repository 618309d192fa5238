import { type ReactNode, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { ConfirmDialog } from '../ui/dialogs/confirm.dialog.tsx';
import { Button } from '../ui/parts/button.tsx';

interface Words {
  title: () => string;
  action: () => string;
  /** What changes for others. */
  means: () => string;
}

interface Props {
  isPublic: boolean;
  words: { show: Words; hide: Words };
  act: (makesPublic: boolean) => Promise<unknown>;
  /** Shown before something becomes public. */
  children?: ReactNode;
}

/** A button that makes something public or private, after confirmation. */
export function VisibilityButton({ isPublic, words, act, children }: Props) {
  /** What is asked; it keeps its wording while the answer changes the button. */
  const [asked, setAsked] = useState<'show' | 'hide'>();
  const next = isPublic ? 'hide' : 'show';
  return (
    <>
      <Button action={words[next].action()} look={!isPublic && 'go'} onClick={() => setAsked(next)} />
      {asked && (
        <ConfirmDialog
          onClose={() => setAsked(undefined)}
          title={words[asked].title()}
          understood={{
            label: asked === 'show' ? m.make_public_understood() : m.make_private_understood(),
            missing: m.tick_to_confirm(),
          }}
          action={words[asked].action()}
          act={() => act(asked === 'show')}
        >
          <p>{words[asked].means()}</p>
          {asked === 'show' && children}
        </ConfirmDialog>
      )}
    </>
  );
}
