// Before the first paint, so that a chosen theme doesn't flash. A classic script: modules run later.
(function () {
  'use strict';
  const chosen = (function () {
    try {
      return localStorage.getItem('baton.theme');
    } catch {
      return null; // Storage is forbidden: the system's theme it is.
    }
  })();
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.dataset.theme = chosen;
  }
})();
