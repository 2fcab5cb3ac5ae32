import { useEffect } from 'react';

/** Names the browser's tab. While the title is undefined, the tab keeps its last one. */
export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
};
