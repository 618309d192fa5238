import '../ui/frame/theme.css';
import '../ui/frame/base.css';
import '../riders/riders.css';
import './overlay.module.css';
import { keepSwapping } from './swapped.page.ts';

/* The script of an overlay: it reads on although nobody looks at its window, and says nothing of what fails: a video shows it. */

keepSwapping({ always: true, onChange: () => {} });
