import { BigScreen } from './big.screen.tsx';
import { takeOver } from './take.over.tsx';

takeOver(BigScreen);
