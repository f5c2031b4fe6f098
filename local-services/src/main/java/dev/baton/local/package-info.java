/** Real databases on this machine, started from Maven artifacts with durable commits on. */
@NullMarked
package dev.baton.local;

import org.jspecify.annotations.NullMarked;
