/** Converts payloads and results to JSON. Needs Jackson 3, or Jackson 2, on the class path. */
@NullMarked
package dev.baton.json;

import org.jspecify.annotations.NullMarked;
