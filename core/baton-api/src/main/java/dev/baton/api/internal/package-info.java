/** What the engine reads of the API's values. Not for applications: it may change at any time. */
@NullMarked
package dev.baton.api.internal;

import org.jspecify.annotations.NullMarked;
