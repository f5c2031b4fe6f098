/** What a caller imports: adding tasks and handling them. */
@NullMarked
package dev.baton.api;

import org.jspecify.annotations.NullMarked;
