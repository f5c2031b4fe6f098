/** Tasks that services in other languages add. */
@NullMarked
package dev.baton.examples.languages;

import org.jspecify.annotations.NullMarked;
