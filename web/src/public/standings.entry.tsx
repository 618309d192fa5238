import { PublicStandings } from './public.standings.tsx';
import { takeOver } from './take.over.tsx';

takeOver(PublicStandings);
