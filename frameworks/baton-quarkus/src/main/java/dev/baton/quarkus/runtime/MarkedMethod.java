package dev.baton.quarkus.runtime;

import java.util.List;

/**
 * An annotated method of a bean, as the build found it.
 *
 * @param beanId the container's id of the bean
 * @param beanClass the class of the bean
 * @param declaredBy the class that declares the method
 * @param name the method's name
 * @param parameters the names of the parameter classes
 */
public record MarkedMethod(
    String beanId, String beanClass, String declaredBy, String name, List<String> parameters) {}
