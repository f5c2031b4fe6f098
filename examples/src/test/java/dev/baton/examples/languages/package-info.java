/** Tasks that come from services in other languages. */
@NullMarked
package dev.baton.examples.languages;

import org.jspecify.annotations.NullMarked;
