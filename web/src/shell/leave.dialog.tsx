import { m } from '../paraglide/messages.js';
import { UnsavedQuestion } from '../ui/dialogs/unsaved.question.tsx';
import { HouseTheme } from '../ui/frame/house.theme.tsx';

/** Asks whether to leave a page on which something typed was not saved. */
export default function LeaveDialog({ onAnswer }: { onAnswer: (stay: boolean) => void }) {
  return (
    <HouseTheme>
      <UnsavedQuestion
        title={m.unsaved_title()}
        leave={m.unsaved_leave()}
        stay={m.unsaved_stay()}
        onAnswer={onAnswer}
      />
    </HouseTheme>
  );
}
