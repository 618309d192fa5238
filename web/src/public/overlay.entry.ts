import '../ui/frame/theme.css';
import '../ui/frame/base.css';
import '../riders/riders.css';
import './overlay.module.css';
import { keepSwapping } from './swapped.page.ts';

/* The script of an overlay: it polls even in a hidden window, and shows no failure, because it is part of a video. */

keepSwapping({ always: true, onChange: () => {} });
