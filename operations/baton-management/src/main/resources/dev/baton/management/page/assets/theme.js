// Sets the chosen theme before the first paint, so that the page doesn't flash. A classic script,
// because modules run later.
(function () {
  'use strict';
  const chosen = (function () {
    try {
      return localStorage.getItem('baton.theme');
    } catch {
      return null; // storage is forbidden: use the system's theme
    }
  })();
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.dataset.theme = chosen;
  }
})();
