import PublicCompetitionsPage from '../features/competitions/public.competitions.page.tsx';
import { takeOver } from './take.over.tsx';

takeOver(PublicCompetitionsPage);
