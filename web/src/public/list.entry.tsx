import { PublicList } from './public.list.tsx';
import { takeOver } from './take.over.tsx';

takeOver(PublicList);
