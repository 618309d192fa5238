import { PublicEntries } from './public.entries.tsx';
import { takeOver } from './take.over.tsx';

takeOver(PublicEntries);
