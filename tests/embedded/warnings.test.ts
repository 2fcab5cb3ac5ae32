import { expect, it, vi } from 'vitest';
import '../../supabase/embedded/data/lite.ts';

it('a warning that is an error is a warning, and throws nothing', () => {
  const warned = vi.fn<(warning: Error) => void>();
  process.once('warning', warned);
  const warning = new Error('Possible memory leak');
  process.emitWarning(warning);
  expect(warned).toHaveBeenCalledExactlyOnceWith(warning);
});
